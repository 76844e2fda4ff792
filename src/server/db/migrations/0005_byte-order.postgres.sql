-- By code point, as SQLite does it by itself: only so do all words with the same beginning stand together.
alter table item_words alter column word type text collate "C";
alter table items alter column name_key type text collate "C";
