import { modelListResponse } from '@/lib/openai/chat'
import { entered } from '../entered'

export const dynamic = 'force-dynamic'

/** The models that Mneme offers to other programs. */
export const GET = (request: Request) => entered(request, modelListResponse)
