import { cutResult } from '@/lib/agent/prompt/tool-text'
import { commitCall } from '@/lib/agent/step/background-step'
import { changeOps } from '@/lib/db/engine/changes'
import { findConversation, titleOps } from '@/lib/db/turns/conversations'
import { finishJobOps } from '@/lib/db/turns/jobs'
import { titleFor } from '@/lib/model/offline/fallbacks'
import * as prompt from '@/lib/prompts/title'
import { limits } from '@/lib/shared/limits'
import { plainName } from '@/lib/shared/plain-name'
import { askModel } from '../ask-model'
import type { JobKind } from '../kind'
import { endJob, turnJob } from '../turn-job'

/** Names a conversation after its first turn, unless a person has named it. */
export const title: JobKind = {
  name: 'title',
  after: ({ turn, offline }) => (offline || turn.number > 1 ? null : turn.conversationId),
  run: turnJob(async (deps, job, turn, signal) => {
    const { db } = deps
    const conversation = await findConversation(db, job.ownerId, turn.conversationId)
    if (conversation?.title !== titleFor(turn.userText)) return endJob(deps, job)
    const cut = (text: string) => cutResult(text, limits.prompt.toolResultChars)
    const input = { userText: cut(turn.userText), answer: cut(turn.answer) }
    const { value, call } = await askModel(deps, prompt, input, { turn, phase: 'title', signal })
    const words = plainName(value?.title.replace(/\s+/g, ' ') ?? '')
      .replace(/^["'“]+|["'”.]+$/g, '')
      .trim()
    await commitCall(deps, call, () => [
      ...finishJobOps(db, job),
      ...(words ? titleOps(db, job.ownerId, conversation.id, words, conversation.title) : []),
      ...changeOps(db, job.ownerId, [{ kind: 'conversation', refId: conversation.id, op: 'put' }]),
    ])
  }),
}
