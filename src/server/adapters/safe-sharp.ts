import sharp from 'sharp'

sharp.concurrency(1)
sharp.cache(false)
// Block all decoders; only three are allowed below, whatever an upload claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map(format => `VipsForeignLoad${format}Buffer`) })

/** Reads JPEG, PNG and WebP, and nothing else. */
export { sharp }
