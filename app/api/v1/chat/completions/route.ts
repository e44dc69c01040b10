import { answerChat } from '@/lib/openai/chat'
import { noteCall } from '@/lib/services/door/call-log'
import { loadSettings } from '@/lib/settings/layers'
import { reported } from '../../../../result'
import { entered } from '../../entered'

export const dynamic = 'force-dynamic'

/** Mneme as a model for other programs, in OpenAI's protocol. */
export const POST = (request: Request) =>
  entered(request, async (who) =>
    answerChat(
      {
        who,
        header: (name) => request.headers.get(name),
        conversationHeader: (await loadSettings(who.db, who.ownerId, null)).get('outside.conversationHeader')
          .value,
        note: (tool, ids) => noteCall(who, { tool, ids, count: ids.length }, who.runtime.now()),
        fail: (error) => reported(error, 'an answer to another program'),
      },
      request,
    ),
  )
