-- The beginnings of words that find an order. Hundreds of thousands of orders have a word that begins with
-- the same three letters; as words of their own ('ber*'), the newest of them are found without a sort of
-- all, and two of them are compared in the order of their orders (measured at 1,000,000 orders:
-- docs/performance.md). Longer beginnings are ranges of the index.

create or replace function order_words_of(id uuid, contact jsonb, email text) returns setof text
  language sql immutable parallel safe
  begin atomic
    with words as (
      select unnest(search_words(concat_ws(' ', contact ->> 'firstName', contact ->> 'lastName',
        split_part(email, '@', 1)))) as word)
    select '#' || right(id::text, 8)
    union
    select word from words
    union
    -- Words have no '*': search_words() separates at it.
    select left(word, 3) || '*' from words where length(word) >= 3;
  end;

-- Orders of before. Row security binds the owner of the table as well, and no tenant is set here. Those
-- that a release of before wrote since have them from the function.
alter table order_words no force row level security;
insert into order_words (tenant_id, word, order_id)
  select distinct tenant_id, left(word, 3) || '*', order_id
  from order_words where length(word) >= 3 and word not like '#%' and word not like '%*'
  on conflict do nothing;
alter table order_words force row level security;
