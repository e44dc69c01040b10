import { answerChat } from '@/lib/openai/chat'
import { entered } from '../../entered'

export const dynamic = 'force-dynamic'

/** Mneme as a model for other programs, in OpenAI's protocol. */
export const POST = (request: Request) => entered(request, (who) => answerChat(who, request))
