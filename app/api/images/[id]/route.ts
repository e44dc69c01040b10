import { shownImage } from '@/lib/db/files/images'
import { imageTypeSchema } from '@/lib/shared/turn/images'
import { owned } from '../../owned'

export const dynamic = 'force-dynamic'

/**
 * An image of the owner, as it was checked when it came in. Never stored by the browser, so that a forgotten
 * one is gone. The proxy takes away any right to run something if it is opened as a page.
 */
export const GET = owned(async ({ ownerId, db }, _, id) => {
  const { name, mediaType, bytes } = await shownImage(db, ownerId, id)
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': imageTypeSchema.parse(mediaType),
      'content-length': String(bytes.byteLength),
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
})
