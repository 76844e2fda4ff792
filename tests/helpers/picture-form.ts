import sharp from 'sharp'

/** The upload of a small picture. */
export async function pictureForm(): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a63' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new File([new Uint8Array(bytes)], 'x.png'))
  const request = new Request('http://shop', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}
