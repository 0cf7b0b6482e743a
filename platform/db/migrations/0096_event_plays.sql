ALTER TABLE "group_playlist" ADD COLUMN "events" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "group_playlist" p SET "events" = found.events FROM (
  SELECT d.company_id, d.id, jsonb_object_agg(e.id, md5(concat_ws('|', e.from_minute, e.to_minute, e.priority, e.mode,
    (SELECT string_agg(s.song_id::text, ',' ORDER BY s.position, s.song_id) FROM event_playlist_song s WHERE s.company_id = e.company_id AND s.event_id = e.id)))) AS events
  FROM group_playlist d
    JOIN event_playlist e ON e.company_id = d.company_id AND d.day BETWEEN e.starts_on AND e.ends_on AND extract(dow FROM d.day) = ANY(e.weekdays)
      AND coalesce(d.published_at, d.created_at) >= e.updated_at
    LEFT JOIN store_group g ON g.company_id = d.company_id AND g.id = d.group_id
  WHERE d.state <> 'superseded' AND d.day >= current_date - 1
    AND EXISTS (SELECT 1 FROM event_playlist_unit u WHERE u.company_id = e.company_id AND u.event_id = e.id
      AND (num_nonnulls(u.region_id, u.zone_id, u.group_id, u.store_id) = 0 OR u.region_id = g.region_id OR u.zone_id = g.zone_id OR u.group_id = g.id
        OR EXISTS (SELECT 1 FROM store s WHERE s.company_id = d.company_id AND s.id = u.store_id AND s.status = 'active' AND s.group_id IS NOT DISTINCT FROM d.group_id)))
  GROUP BY 1, 2
) found WHERE p.company_id = found.company_id AND p.id = found.id;
