import { changeOps } from '@/lib/db/changes'
import { findConversation, titleOps } from '@/lib/db/conversations'
import { finishJobOps, postponeJob } from '@/lib/db/jobs'
import { turnOfJob } from '@/lib/db/turns'
import { titleFor } from '@/lib/model/fallbacks'
import * as prompt from '@/lib/prompts/title'
import { limits } from '@/lib/shared/limits'
import { commitCall, cutShort } from './background-step'
import { turnPayload } from './job-summary'
import type { RunJob } from './jobs'
import { cutResult } from './tool-text'

/** Names a conversation after its first turn; a title that a person typed meanwhile stays. */
export const titleJob: RunJob = async (deps, job, signal) => {
  const { db, models, runtime } = deps
  const found = await turnOfJob(db, job.ownerId, turnPayload.parse(job.payload).turnId)
  if (found?.held) return postponeJob(db, job, new Date(runtime.now().getTime() + limits.jobs.leaseMs))
  const turn = found?.turn
  const conversation = turn && (await findConversation(db, job.ownerId, turn.conversationId))
  if (!turn || !conversation || conversation.title !== titleFor(turn.userText))
    return void (await db.$transaction(finishJobOps(db, job)))
  const cut = (text: string) => cutResult(text, limits.prompt.toolResultChars)
  const built = prompt.build({ userText: cut(turn.userText), answer: cut(turn.answer) })
  const startedAt = runtime.now()
  const { value, result } = await models.structured('utility', {
    ...built,
    name: prompt.name,
    schema: prompt.schema,
    maxOutputTokens: limits.summary.maxOutputTokens,
    temperature: 0,
    signal,
  })
  const call = {
    turn,
    phase: 'title' as const,
    promptVersion: prompt.version,
    prompt: built,
    result,
    startedAt,
  }
  if (result.aborted) return cutShort(deps, call)
  const title = value?.title
    .replace(/\s+/g, ' ')
    .replace(/^["'“]+|["'”.]+$/g, '')
    .trim()
  await commitCall(deps, call, () => [
    ...finishJobOps(db, job),
    ...(title ? titleOps(db, job.ownerId, conversation.id, title, conversation.title) : []),
    ...changeOps(db, job.ownerId, [{ kind: 'conversation', refId: conversation.id, op: 'put' }]),
  ])
}
