import { shownImage } from '@/lib/db/files/images'
import { idSchema } from '@/lib/shared/schemas'
import { imageTypeSchema } from '@/lib/shared/turn/images'
import { session } from '../../../session'
import { failed, invalidAddress } from '../../failed'

export const dynamic = 'force-dynamic'

/**
 * An image of the owner, as it was checked when it came in. Never stored by the browser, so that a forgotten
 * one is gone. The proxy takes away any right to run something if it is opened as a page.
 */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  try {
    const { ownerId, db } = await session()
    const id = idSchema.safeParse((await params).id)
    if (!id.success) throw invalidAddress()
    const { name, mediaType, bytes } = await shownImage(db, ownerId, id.data)
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': imageTypeSchema.parse(mediaType),
        'content-length': String(bytes.byteLength),
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    return failed(error, request)
  }
}
