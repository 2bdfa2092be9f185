-- The order desk: orders are found by anything that a person says of them, and carry what the team wrote.

-- The words that find an order: those of its buyer's name and of the address before its '@', without case
-- and accents, and '#' with the order number. A table and not an index of expressions: row security keeps
-- any condition with a function that may leak out of an index. Nothing refers to orders, for the reason
-- given with them (0007_orders_and_tickets.sql).
create table order_words (
  tenant_id integer not null,
  word text not null collate "C",
  order_id uuid not null,
  -- With the order at its end, the newest orders of a word are found without a sort.
  primary key (tenant_id, word, order_id)
);

-- An erased order has no name and no address, so its number alone is left.
create function order_words_of(id uuid, contact jsonb, email text) returns setof text
  language sql immutable parallel safe
  begin atomic
    select '#' || right(id::text, 8)
    union
    select unnest(search_words(concat_ws(' ', contact ->> 'firstName', contact ->> 'lastName',
      split_part(email, '@', 1))));
  end;

-- Once a statement: a batch of a lane writes many orders.
create function note_order_words() returns trigger language plpgsql as $$
begin
  insert into order_words (tenant_id, word, order_id)
    select o.tenant_id, word, o.id
    from placed o, lateral order_words_of(o.id, o.contact, o.email) as word;
  return null;
end $$;
create trigger orders_noted_words after insert on orders
  referencing new table as placed for each statement execute function note_order_words();

create function follow_order_words() returns trigger language plpgsql as $$
begin
  delete from order_words
    where tenant_id = old.tenant_id and order_id = old.id
      and word in (select order_words_of(old.id, old.contact, old.email));
  insert into order_words (tenant_id, word, order_id)
    select new.tenant_id, word, new.id
    from order_words_of(new.id, new.contact, new.email) as word;
  return null;
end $$;
create trigger orders_followed_words after update of contact, email on orders
  for each row when (old.contact is distinct from new.contact or old.email <> new.email)
  execute function follow_order_words();

-- The newest orders of an event; those that are no longer paid are exceptions, which a sale does not write.
create index orders_by_event on orders (tenant_id, event_id, id);
create index orders_not_paid on orders (tenant_id, status, id) where status <> 'PAID';

-- The card of a charge, as the provider names it.
create table payment_cards (
  tenant_id integer not null,
  payment_id uuid not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments on delete cascade
);
create index payment_cards_by_last4 on payment_cards (tenant_id, last4, payment_id);

-- What the team wrote about an order. A note is never changed.
create table order_notes (
  tenant_id integer not null,
  id uuid not null,
  order_id uuid not null,
  -- Of staff_people, who belong to no tenant.
  person_id uuid not null,
  note text not null check (note <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index order_notes_by_order on order_notes (tenant_id, order_id, id);

create table order_tags (
  tenant_id integer not null,
  order_id uuid not null,
  tag text not null collate "C" check (tag <> ''),
  primary key (tenant_id, order_id, tag)
);
create index order_tags_by_tag on order_tags (tenant_id, tag, order_id);

-- How often all links to an order were ended, because its address was wrong. A link is signed together
-- with this number, so links of before no longer open it. No row: never.
create table order_link_ends (
  tenant_id integer not null,
  order_id uuid not null,
  times integer not null check (times > 0),
  primary key (tenant_id, order_id)
);

do $$
declare
  name text;
begin
  foreach name in array array[
    'order_words', 'payment_cards', 'order_notes', 'order_tags', 'order_link_ends'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;

-- Orders of before. Row security binds the owner of the tables as well, and no tenant is set here.
alter table orders no force row level security;
alter table order_words no force row level security;
insert into order_words (tenant_id, word, order_id)
  select o.tenant_id, word, o.id
  from orders o, lateral order_words_of(o.id, o.contact, o.email) as word;
alter table orders force row level security;
alter table order_words force row level security;
