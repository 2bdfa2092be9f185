-- Names are found as people type them: Yıldız by Yildiz, Müller by Mueller and by Muller, O’Brien by Brien and
-- by OBrien, and a word within a name of a script that has no spaces. packages/domain/src/search-words.ts has
-- the rule for lists that the browser searches; apps/server/test/search-words.test.ts compares the two.
--
-- Rows are only added: no row that a process of the last release reads is locked, changed or gone.

-- The words of a text as they are written, in small letters and in their order. An apostrophe is part of its word.
create function words_in(given text) returns setof text
  language sql immutable parallel safe rows 4
  begin atomic
    select part from regexp_split_to_table(
    lower(normalize(translate(
      regexp_replace(given,
        '[\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'),
      '`´·ʹʻʼʾʿ՚׳‘’‛′＇', repeat('''', 15)), nfkc)),
    '[\u0001-\u0026\u0028-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0700-\u070d\u0964\u0965\u0970\u0df4\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u0f3a-\u0f3d\u104a-\u104f\u10fb\u1360-\u1368\u1680\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u2000-\u214d\u214f-\u215f\u2189-\u2bff\u2e00-\u2e7f\u2ff0-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\U0001f000-\U0001faff]+') as part;
  end;

-- A word in letters that every keyboard has.
create function plain_word(word text) returns text
  language sql immutable parallel safe
  return translate(
    replace(replace(replace(
      normalize(regexp_replace(normalize(word, nfkd),
        '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
        '', 'g'), nfc),
      '''', ''), 'ß', 'ss'), 'þ', 'th'),
    'ıłøđðħŧŋĸæœəɛɔɓɗɖƙƴƒɨʉɣςىیکةہ', 'iloddhtnkaoeeobddkyfiugσييكهه');

-- A word as it is compared. Other spellings of ä, ö, ü and å are read as these letters everywhere, also where
-- they are two sounds (Michael, Blue): what is stored and what is typed both go through it.
create function folded_word(word text) returns text
  language sql immutable parallel safe
  return regexp_replace(plain_word(word), '(a)[ae]|(o)e|(u)e', '\1\2\3', 'g');

-- Whether a word has letters of a script that is written without spaces.
create function is_unspaced(word text) returns boolean
  language sql immutable parallel safe
  return word ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]';

-- As much of a word as is compared.
create function cut_word(word text) returns text
  language sql immutable parallel safe
  return left(word, case when is_unspaced(word) then 16 else 40 end);

-- The words that somebody typed, in their order, each once; and how they were written.
create function typed_words(given text) returns table (word text, spelled text)
  language sql immutable parallel safe rows 4
  begin atomic
    select cut_word(folded_word(part)) as word, min(part)
    from words_in(given) with ordinality as parts(part, place)
    where folded_word(part) <> ''
    group by 1 order by min(place);
  end;

-- The words by which a text is found. What is only a part of a written word has no spelling: what is beside an
-- apostrophe, and each end of a word of a script without spaces, a hundred letters at a time, because the cost
-- of reaching a letter grows with its place.
create function found_words(given text) returns table (word text, spelled text)
  language sql immutable parallel safe rows 8
  begin atomic
    with said as materialized (
      select folded_word(part) as word, part as spelled from words_in(given) as parts(part))
    select cut_word(said.word), min(said.spelled) from said where said.word <> '' group by 1
    union
    select cut_word(folded_word(part)), null
    from said, unnest(string_to_array(said.spelled, '''')) as part
    where said.spelled like '%''%' and folded_word(part) <> ''
    union
    select cut_word(substr(piece, place, 16)), null
    from said,
      generate_series(0, (length(said.word) - 1) / 100) as hundred,
      substr(said.word, hundred * 100 + 1, 116) as piece,
      generate_series(1, least(length(piece), 100)) as place
    where is_unspaced(said.word) and hundred + place > 1
      and (place = 1 or is_unspaced(substr(piece, place - 1, 2)));
  end;

-- How a word is written, to suggest it. Words that no event has any more stay, as in word_grams.
create table word_spellings (
  tenant_id integer not null references tenants,
  word text not null collate "C",
  spelled text not null,
  primary key (tenant_id, word)
);
alter table word_spellings enable row level security;
alter table word_spellings force row level security;
create policy tenant_only on word_spellings using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- Adds the words of the given events.
create function add_event_words(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
begin
  with said as materialized (
    select e.id, w.word, w.spelled, part.weight
    from events e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join event_facts f on f.tenant_id = e.tenant_id and f.event_id = e.id
    cross join lateral (values
      (e.name, 4), (line_up_names(f.line_up), 3), (nullif(e.category, 'other'), 3),
      (v.name || ' ' || v.city, 2)) as part(text, weight)
    cross join lateral found_words(part.text) as w
    -- An unpublished event must not even show by a suggested spelling.
    where e.tenant_id = tenant and e.id = any(ids) and e.is_published),
  spelled as (
    insert into word_spellings (tenant_id, word, spelled)
    select tenant, said.word, min(said.spelled) from said where said.spelled is not null group by said.word
    on conflict do nothing),
  alike as (
    insert into word_grams (tenant_id, gram, word)
    select tenant, gram, words.word
    from (select distinct said.word from said where said.spelled is not null) as words
    cross join lateral word_grams_of(words.word) as gram
    on conflict do nothing)
  insert into event_words (tenant_id, word, event_id, weight)
  select tenant, said.word, said.id, max(said.weight) from said group by said.word, said.id
  on conflict do nothing;
  insert into event_text_words (tenant_id, word, event_id)
  select distinct tenant, w.word, e.id
  from events e
  left join event_facts f on f.tenant_id = e.tenant_id and f.event_id = e.id
  cross join lateral found_words(concat_ws(' ', e.description, f.story)) as w
  where e.tenant_id = tenant and e.id = any(ids) and e.is_published
    -- Nobody looks for 'of' or 'at', or for one sign of a text.
    and coalesce(w.spelled, w.word) !~ '^[a-z0-9]{1,2}$' and length(w.word) > 1
  on conflict do nothing;
end $$;

create or replace function refresh_event_words(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
begin
  delete from event_words where tenant_id = tenant and event_id = any(ids);
  delete from event_text_words where tenant_id = tenant and event_id = any(ids);
  perform add_event_words(tenant, ids);
end $$;

-- The words of orders of before, which have to be known to be deleted: search_words() as it was until now.
create function search_words_before(given text) returns text[]
  language sql immutable parallel safe
  return array(
    select left(word, 40)
    from regexp_split_to_table(
      translate(
        replace(replace(replace(
          lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f''\u2018\u2019]', '', 'g')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        'øđłð', 'odld'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+') as word
    where word <> '');
create function order_words_before(contact jsonb, email text) returns setof text
  language sql immutable parallel safe
  begin atomic
    with words as (
      select unnest(search_words_before(concat_ws(' ', contact ->> 'firstName', contact ->> 'lastName',
        split_part(email, '@', 1)))) as word)
    select word from words
    union
    select left(word, 3) || '*' from words where length(word) >= 3;
  end;

-- As in 0052_order_prefixes.sql. Where no space is between two names, they are also typed as one word.
create or replace function order_words_of(id uuid, contact jsonb, email text) returns setof text
  language sql immutable parallel safe
  begin atomic
    with words as materialized (
      select w.word from found_words(concat_ws(' ', contact ->> 'firstName', contact ->> 'lastName',
        split_part(email, '@', 1),
        case when is_unspaced(contact ->> 'lastName')
          then (contact ->> 'lastName') || (contact ->> 'firstName') end)) as w)
    select '#' || right(id::text, 8)
    union
    select word from words
    union
    select left(word, 3) || '*' from words where length(word) >= 3;
  end;

create or replace function follow_order_words() returns trigger language plpgsql as $$
begin
  delete from order_words
    where tenant_id = old.tenant_id and order_id = old.id
      and word in (
        select order_words_of(old.id, old.contact, old.email)
        union all select order_words_before(old.contact, old.email));
  insert into order_words (tenant_id, word, order_id)
    select new.tenant_id, word, new.id
    from order_words_of(new.id, new.contact, new.email) as word
    on conflict do nothing;
  return null;
end $$;

-- The words in their order, in plain letters. Names are sorted by them, and processes of the last release search
-- with them: what was stored before they find as they did.
create or replace function search_words(given text) returns text[]
  language sql immutable parallel safe
  return array(
    select cut_word(plain_word(part))
    from words_in(given) with ordinality as parts(part, place)
    where plain_word(part) <> ''
    group by 1 order by min(place));

-- What exists already, tenant by tenant: row security applies to the owner too. Of orders only those are read
-- again that the new rule can find by another word.
do $$
declare
  tenant integer;
begin
  for tenant in select tenant_id from tenants order by tenant_id loop
    perform set_config('app.tenant_id', tenant::text, true);
    perform add_event_words(tenant, array(select e.id from events e where e.tenant_id = tenant));
    insert into order_words (tenant_id, word, order_id)
      select o.tenant_id, word, o.id
      from orders o, lateral order_words_of(o.id, o.contact, o.email) as word
      where o.tenant_id = tenant
        and concat_ws(' ', o.contact ->> 'firstName', o.contact ->> 'lastName', split_part(o.email, '@', 1))
          ~* '[^\u0001-\u007f]|a[ae]|oe|ue|[''`]'
      on conflict do nothing;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
