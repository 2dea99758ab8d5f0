-- One kind of file among very many is looked for, and counted, without reading the others.
create index attachments_of_type on attachments (tenant_id, file_type) where archived_on is null;
