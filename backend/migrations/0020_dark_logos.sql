-- rolling
-- A theme's logo for dark bars; without one, its logo is used in both modes.
alter table themes add column dark_logo uuid;

grant insert (dark_logo), update (dark_logo) on themes to hub_app;

select track_history('themes', 'theme_id', 'Theme', 'name', ignored => '{logo_name}', collection => 'organisation-settings');
