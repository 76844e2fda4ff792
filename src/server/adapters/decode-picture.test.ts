import assert from 'node:assert/strict'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { pictureFrom } from './decode-picture.ts'

/** The same file with a header that claims 8,000 pixels by this height. */
function withClaimedSize(file: Buffer, height = 5000): Buffer {
  const large = Buffer.from(file)
  const frame = large.indexOf(Buffer.from([0xff, 0xc2]))
  if (frame > 0) {
    large.writeUInt16BE(height, frame + 5)
    large.writeUInt16BE(8000, frame + 7)
  } else {
    large.writeUInt32BE(8000, 16)
    large.writeUInt32BE(height, 20)
    large.writeUInt32BE(crc32(large.subarray(12, 29)), 29)
  }
  return large
}

/** Fails if interlaced and progressive pictures may be as large as ordinary ones: they take up to 400 MB. */
test('the size is limited for pictures that must be in memory as a whole', async () => {
  const small = () => sharp({ create: { width: 80, height: 60, channels: 3, background: '#a63' } })
  const progressive = { progressive: true }
  const [png, jpeg] = [await small().png(progressive).toBuffer(), await small().jpeg(progressive).toBuffer()]
  for (const file of [png, jpeg]) {
    assert.ok(await pictureFrom(file))
    await assert.rejects(pictureFrom(withClaimedSize(file)), (error: unknown) => {
      assert.ok(error instanceof Refusal)
      assert.match(error.message, /without “interlaced” or “progressive”/)
      return true
    })
  }
  // Twenty megapixels fit as bytes, but not as the two-byte coefficients of a JPEG.
  await assert.rejects(pictureFrom(withClaimedSize(jpeg, 2500)), /progressive/)
  await assert.rejects(pictureFrom(withClaimedSize(png, 2500)), /broken or incomplete/)
  const ordinary = withClaimedSize(await small().png().toBuffer())
  await assert.rejects(pictureFrom(ordinary), /broken or incomplete/, 'only its size was made up')
})
