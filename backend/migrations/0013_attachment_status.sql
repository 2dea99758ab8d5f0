create table attachment_status (
  attachment_status_name text not null,
  attachment_status_name_translation jsonb not null default '{"en": "", "de": ""}',
  sort_order integer not null default 1,
  color text not null default ''
);
--> statement-breakpoint
select make_records('attachment_status', 'AttachmentStatus', 'attachment_status_name',
  uniques => '{attachment_status_name}', unlisted => '{attachment_status_name_translation,color}');
