-- Which item shows a picture: asked for every picture before it is swept away.
create index items_pictures on items (photo_url);
