import { answerResponses } from '@/lib/openai/responses'
import { entered } from '../entered'

export const dynamic = 'force-dynamic'

/** The same in OpenAI's Responses API. */
export const POST = (request: Request) => entered(request, (who) => answerResponses(who, request))
