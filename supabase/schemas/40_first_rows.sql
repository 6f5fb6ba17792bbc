-- The rows that a new shop begins with, besides its settings (41_first_settings): the counter of orders and the secret
-- of links.

insert into private.order_numbers (last_number) values (0);
insert into private.link_secret default values;
insert into private.shop_setup default values;
