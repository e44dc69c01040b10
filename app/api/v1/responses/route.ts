import { answerResponses } from '@/lib/openai/responses'
import { entered } from '../entered'

export const dynamic = 'force-dynamic'

/** Answers a request of OpenAI's Responses API as a turn. */
export const POST = (request: Request) => entered(request, (who) => answerResponses(who, request))
