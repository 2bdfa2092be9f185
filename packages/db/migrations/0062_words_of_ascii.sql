-- Most words that people type are ASCII, which has as many bytes as letters. For them the words of a text are
-- found without the tables of all scripts, which took 0.27 ms for the names of one order. The results are the
-- same: apps/server/test/search-words.test.ts compares them over every character.

-- The words of a text as they are written, in small letters and in their order. An apostrophe is part of its word.
create or replace function words_in(given text) returns setof text
  language sql immutable parallel safe rows 4
  begin atomic
    select part from regexp_split_to_table(lower(translate(given, '`', '''')), '[^a-z0-9'']+') as part
    where octet_length(given) = length(given)
    union all
    select part from regexp_split_to_table(
    lower(normalize(translate(
      regexp_replace(given,
        '[\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'),
      '`´·ʹʻʼʾʿ՚׳‘’‛′＇', repeat('''', 15)), nfkc)),
    '[\u0001-\u0026\u0028-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0700-\u070d\u0964\u0965\u0970\u0df4\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u0f3a-\u0f3d\u104a-\u104f\u10fb\u1360-\u1368\u1680\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u2000-\u214d\u214f-\u215f\u2189-\u2bff\u2e00-\u2e7f\u2ff0-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\U0001f000-\U0001faff]+') as part
    where octet_length(given) <> length(given);
  end;

-- A word in letters that every keyboard has.
create or replace function plain_word(word text) returns text
  language sql immutable parallel safe
  return case when octet_length(word) = length(word) then replace(word, '''', '')
    else translate(
    replace(replace(replace(
      normalize(regexp_replace(normalize(word, nfkd),
        '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
        '', 'g'), nfc),
      '''', ''), 'ß', 'ss'), 'þ', 'th'),
    'ıłøđðħŧŋĸæœəɛɔɓɗɖƙƴƒɨʉɣςىیکةہ', 'iloddhtnkaoeeobddkyfiugσييكهه') end;

-- Whether a word has letters of a script that is written without spaces.
create or replace function is_unspaced(word text) returns boolean
  language sql immutable parallel safe
  return octet_length(word) <> length(word)
    and word ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]';
