import { refuseDeleting, storedResponse } from '@/lib/openai/responses'
import { entered } from '../../entered'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }
/** A response as it is now. */
export const GET = (request: Request, { params }: Context) =>
  entered(request, async (who) => storedResponse(who, request, (await params).id))

export const DELETE = (request: Request) => entered(request, refuseDeleting)
