-- Organizers' pictures, and the pictures of link previews.

-- A picture that an organizer uploaded, under a hash of its content and its focus: another focus is
-- another picture with other crops, at another address.
create table pictures (
  tenant_id integer not null references tenants,
  hash text not null check (hash ~ '^[0-9a-f]{20}$'),
  -- Of the upload, turned upright.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- What crops keep in sight, as shares of width and height from the upper left corner.
  focus_x real not null check (focus_x between 0 and 1),
  focus_y real not null check (focus_y between 0 and 1),
  -- Since when nothing shows it. Pages and mails may still name its address, so it is deleted later.
  unused_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, hash)
);

-- Its files: a crop in each format and width, and the source that another focus is cropped from.
create table picture_files (
  tenant_id integer not null,
  hash text not null,
  file text not null,
  bytes bytea not null check (octet_length(bytes) <= 4194304),
  primary key (tenant_id, hash, file),
  foreign key (tenant_id, hash) references pictures on delete cascade
);
-- The formats that pictures have are compressed already.
alter table picture_files alter column bytes set storage external;

-- The picture that an event is shown with in place of its poster, and that of a venue. They are rows of
-- their own, because a wider row of events or venues changes the plans of an on-sale in a database
-- that has no statistics yet: the planner guesses the number of rows from their width.
create table event_pictures (
  tenant_id integer not null,
  event_id uuid not null,
  hash text not null,
  -- What it shows, for people who do not see it.
  alt text not null,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references events,
  foreign key (tenant_id, hash) references pictures
);
create index event_pictures_by_hash on event_pictures (tenant_id, hash);
create table venue_pictures (
  tenant_id integer not null,
  venue_id uuid not null,
  hash text not null,
  alt text not null,
  primary key (tenant_id, venue_id),
  foreign key (tenant_id, venue_id) references venues,
  foreign key (tenant_id, hash) references pictures
);
create index venue_pictures_by_hash on venue_pictures (tenant_id, hash);
alter table ticket_types
  add column picture_hash text,
  add foreign key (tenant_id, picture_hash) references pictures;

-- The drawn picture that a link to an event, or to the tenant's pages, is previewed with. It is drawn
-- when it is first requested; a new version replaces the older one.
create table link_previews (
  tenant_id integer not null references tenants,
  -- The event's id; 'site' for the tenant's other pages.
  subject text not null,
  version text not null,
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  created_at timestamptz not null default now(),
  primary key (tenant_id, subject)
);
alter table link_previews alter column bytes set storage external;
create index link_previews_by_age on link_previews (tenant_id, created_at);

do $$
declare
  name text;
begin
  foreach name in array array['pictures', 'picture_files', 'event_pictures', 'venue_pictures',
    'link_previews'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
