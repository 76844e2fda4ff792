-- webhook_heard_at says from now on when the first webhook about real money came. What it said before may have been a webhook
-- of test keys or of the sandbox, so the next real one sets it again.
update shop_mode set webhook_heard_at = null;
