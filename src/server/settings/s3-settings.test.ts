import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readConfig } from '../config.ts'

test('pictures in a bucket are at Amazon by default, with an optional endpoint and prefix', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hush', IMAGE_HOST: 's3' }
  const common = { host: 's3', accessKeyId: 'id', secretAccessKey: 'hush' }
  const amazon = readConfig({ ...keys, S3_BUCKET: 'shop', S3_REGION: 'eu-central-1' })
  assert.deepEqual(amazon.pictures, {
    ...common,
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    pathStyle: false,
    bucket: 'shop',
    prefix: '',
  })
  const own = { ...keys, SHOP_MODE: 'live', S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'shop/a/b/' }
  assert.deepEqual(readConfig(own).pictures, {
    ...common,
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    pathStyle: true,
    bucket: 'shop',
    prefix: 'a/b/',
  })
  const hosted = readConfig({ ...own, S3_PATH_STYLE: 'no' }).pictures
  assert.ok('pathStyle' in hosted && !hosted.pathStyle)
  for (const bad of ['Shop', 'x', 'shop/../other', '/shop', 'shop pictures', 's3://shop'])
    assert.throws(() => readConfig({ ...keys, S3_BUCKET: bad }), /S3_BUCKET is '.*', but must be the name/)
})

test('incomplete settings of a bucket are refused', () => {
  assert.throws(() => readConfig({ S3_ACCESS_KEY_ID: 'x' }), /S3_SECRET_ACCESS_KEY must be set too/)
  for (const given of [{}, { S3_BUCKET: 'shop' }])
    assert.throws(() => readConfig({ IMAGE_HOST: 's3', ...given }), /S3_BUCKET, S3_ACCESS_KEY_ID and S3/)
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hush' }
  assert.throws(() => readConfig({ BACKUP_TO: 's3://shop/backup' }), /BACKUP_TO is a bucket, so S3_ACCESS/)
  const both = { ...keys, IMAGE_HOST: 's3', S3_BUCKET: 'shop/live' }
  for (const same of ['s3://shop/live', 's3://shop/live/'])
    assert.throws(() => readConfig({ ...both, BACKUP_TO: same }), /are the same place/)
  assert.equal(readConfig({ ...both, BACKUP_TO: 's3://shop/backup/' }).backupTo, 's3://shop/backup')
  for (const bad of ['s3://', 's3://Shop', 's3:/shop', 'relative', 's3://shop/../x'])
    assert.throws(
      () => readConfig({ ...keys, BACKUP_TO: bad }),
      /BACKUP_TO is .* a folder, with its whole path, or/,
    )
})
