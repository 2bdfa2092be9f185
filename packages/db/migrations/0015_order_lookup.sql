-- Finding orders by an e-mail address with a telephone number or postal code, or with a code that is sent
-- to the address.

-- The calling codes of countries, as a billing address names them. Null for a country that is not listed.
create function calling_code(country text) returns text language sql immutable parallel safe
  return case
    when upper(country) in ('', 'US', 'USA', 'CA', 'CAN', 'UNITED STATES', 'CANADA') then '1'
    when upper(country) in ('GB', 'UK', 'GBR', 'UNITED KINGDOM') then '44'
    else (jsonb '{"AT": "43", "AU": "61", "BE": "32", "BR": "55", "CH": "41", "CZ": "420", "DE": "49",
      "DK": "45", "ES": "34", "FI": "358", "FR": "33", "GR": "30", "HK": "852", "HU": "36", "IE": "353",
      "IL": "972", "IN": "91", "IT": "39", "JP": "81", "KR": "82", "LU": "352", "MX": "52", "MY": "60",
      "NL": "31", "NO": "47", "NZ": "64", "PL": "48", "PT": "351", "RO": "40", "SE": "46", "SG": "65",
      "SK": "421", "TH": "66", "TR": "90", "ZA": "27"}' ->> upper(country))
  end;

-- A telephone number in E.164 ('+12125550100'), read as in the country of the billing address unless it
-- has an international prefix. A number that no rule fits keeps its digits alone, so that the same digits
-- are equal; fewer than seven digits are no number. The rules are in the database, because the number of
-- an order and the number that somebody types must be read by the same function, whoever writes the row.
create function phone_key(phone text, country text) returns text language sql immutable parallel safe
  return (
    select case
      when length(ltrim(d.digits, '0')) < 7 or length(ltrim(d.digits, '0')) > 15 then null
      when d.is_international then '+' || d.digits
      when d.code = '1' and d.digits ~ '^011[0-9]{8,}$' then '+' || substr(d.digits, 4)
      when d.digits ~ '^00[0-9]{8,}$' then '+' || substr(d.digits, 3)
      when d.code = '1' and d.digits ~ '^1[0-9]{10}$' then '+' || d.digits
      when d.code = '1' then case when length(d.digits) = 10 then '+1' || d.digits else d.digits end
      -- The leading 0 of Italian numbers belongs to the number.
      when d.code = '39' then '+39' || d.digits
      when d.code is not null then '+' || d.code || ltrim(d.digits, '0')
      else ltrim(d.digits, '0')
    end
    from (
      select regexp_replace(t.number, '[^0-9]', '', 'g') as digits, t.number ~ '^[^0-9]*[+]' as is_international,
        calling_code(coalesce(country, '')) as code
      -- '+44 (0)20 7946 0000' has a digit that is not dialled from abroad, and an extension is no part of
      -- a number.
      from (select regexp_replace(regexp_replace(phone, '\(0\)', ''), '(x|ext|#).*$', '', 'i') as number) t
    ) d);

-- A postal code without spaces and hyphens, in upper case; of a ZIP+4 the first five digits. Other codes
-- are kept whole: the first part of a Polish code has two digits, and a hundred tries would find it.
create function postal_key(code text) returns text language sql immutable parallel safe
  return nullif(case
    when regexp_replace(code, '[^0-9A-Za-z]', '', 'g') ~ '^[0-9]{9}$'
      then left(regexp_replace(code, '[^0-9A-Za-z]', '', 'g'), 5)
    else upper(regexp_replace(code, '[^0-9A-Za-z]', '', 'g'))
  end, '');

-- Generated, so that a sale needs no further statement, existing orders are filled, and erasing the
-- contact erases the keys.
alter table orders
  add column phone_key text generated always as
    (phone_key(contact ->> 'phone', billing_address ->> 'country')) stored,
  add column postal_key text generated always as (postal_key(billing_address ->> 'zipCode')) stored;

-- In place of the index by e-mail address alone, so a sale writes as many indexes as before.
create index orders_by_contact on orders (tenant_id, email, phone_key, postal_key);
drop index orders_by_email;

-- One row for each code that was sent, and for each pair of address and telephone number or postal code
-- that did not match. Codes and links are stored as keyed hashes.
create table order_lookups (
  tenant_id integer not null references tenants,
  id uuid not null,
  email text not null,
  -- Both null for a pair that did not match.
  code_hash text,
  link_hash text,
  tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  check ((code_hash is null) = (link_hash is null))
);
create index order_lookups_by_email on order_lookups (tenant_id, email, created_at);
create index order_lookups_by_age on order_lookups (tenant_id, created_at);

alter table order_lookups enable row level security;
alter table order_lookups force row level security;
create policy tenant_only on order_lookups using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- How an e-mail address alone finds orders: 'verified' sends a code to it; 'open' lists them at once.
alter table tenants add column order_lookup text not null default 'verified'
  check (order_lookup in ('verified', 'open'));
