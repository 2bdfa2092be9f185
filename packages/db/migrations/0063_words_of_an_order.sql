-- As in 0057_search_as_people_type.sql, without a union of rows that PostgreSQL expects by the thousand: it cleared
-- a table of one megabyte for each order, which took 0.08 ms of every purchase. An array is expected to be short.
create or replace function order_words_of(id uuid, contact jsonb, email text) returns setof text
  language sql immutable parallel safe
  begin atomic
    select '#' || right(id::text, 8)
    union all
    select distinct unnest(array_agg(w.word) || array_agg(left(w.word, 3) || '*') filter (where length(w.word) >= 3))
    from found_words(concat_ws(' ', contact ->> 'firstName', contact ->> 'lastName', split_part(email, '@', 1),
      case when is_unspaced(contact ->> 'lastName')
        then (contact ->> 'lastName') || (contact ->> 'firstName') end)) as w;
  end;
