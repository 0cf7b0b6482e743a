-- only the demo had bookings: campaigns take their place, with ids above theirs, since stored days name a booking by its id alone
SELECT setval(pg_get_serial_sequence('campaign', 'id'), greatest((SELECT max("id") FROM "spot_booking"), (SELECT max("id") FROM "campaign"), 0) + 1, false);--> statement-breakpoint
DROP TABLE "spot_booking" CASCADE;
