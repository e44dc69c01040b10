import { oneModel } from '@/lib/openai/chat'
import { entered } from '../../entered'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }
/** One of the models. */
export const GET = (request: Request, { params }: Context) =>
  entered(request, async () => oneModel((await params).id))
