-- Row-level security has only leakproof comparisons look into an index, and those of numeric are none: of an attribute that all records
-- have, every value was read. The numbers that are kept have 15 digits at most, which a double keeps, too.
create function sort_attribute_numbers(type_prefix text) returns void language plpgsql as $$
declare
  values_table name := lower(regexp_replace(type_prefix, '(?!^)([A-Z])', '_\1', 'g')) || '_attributes';
begin
  execute format('alter table %I add column number_sort double precision generated always as (number_value::double precision) stored',
    values_table);
  execute format('create index %I on %I (tenant_id, attribute_id, number_sort) where number_sort is not null',
    values_table || '_numbers', values_table);
  execute format('drop index %I', values_table || '_tenant_id_attribute_id_number_value_idx');
end
$$;
--> statement-breakpoint
revoke execute on function sort_attribute_numbers from public;
--> statement-breakpoint
alter function make_attribute_values(regclass, text, text) rename to make_attribute_value_table;
--> statement-breakpoint
create function make_attribute_values(records regclass, type_prefix text, record_name text) returns void language plpgsql as $$
begin
  perform make_attribute_value_table(records, type_prefix, record_name);
  perform sort_attribute_numbers(type_prefix);
end
$$;
--> statement-breakpoint
revoke execute on function make_attribute_values from public;
--> statement-breakpoint
select sort_attribute_numbers(type_prefix) from unnest(array['Role', 'Attachment', 'User']) as type_prefix;
