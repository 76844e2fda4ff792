import sharp from 'sharp'

sharp.concurrency(1)
sharp.cache(false)
// Whatever an upload claims to be, no other reader is ever let near it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map(format => `VipsForeignLoad${format}Buffer`) })

/** Reads JPEG, PNG and WebP, and nothing else. */
export { sharp }
