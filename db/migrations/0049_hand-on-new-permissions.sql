-- Roles of this installation lack codes that came with 0038 to 0042: only Root was given them. Root gets them again at
-- this start, and with Root the default and administrators' roles (`db/seed/reference.ts`).
DELETE FROM "role_permission" WHERE "role_id" = (SELECT "id" FROM "role" WHERE "customer_id" = 1 AND "name" = 'Root')
  AND "code" IN ('viewUnknownDevice', 'removeUnknownDevice', 'viewDecoderMapping', 'editDecoderMapping', 'viewNoticeChannel',
    'testNoticeChannel', 'viewReplyProvider', 'newReplyProvider', 'editReplyProvider', 'removeReplyProvider');
