import { z } from 'zod'
import { byRole, joined, traceOf } from './parts'
import { type Fields, field, leave, shaped, talkOf } from './talk'
import { lastBranch } from './tree'

const responseSchema = z.object({
  response: z.object({
    _id: field.name,
    parent_response_id: field.text,
    sender: z.string(),
    message: field.text,
    create_time: field.any,
    file_attachments: field.list,
  }),
})
const conversationSchema = z.object({
  conversation: z.object({ id: field.name, title: field.text, create_time: field.any }),
  responses: z.array(z.unknown()),
})

const WHAT = 'a Grok conversation'
/** One conversation of a Grok export: the branch that ends in its last message. @throws Refusal */
export async function readGrok(value: Fields) {
  const { conversation, responses } = shaped(conversationSchema, value, WHAT)
  const path = lastBranch(responses, (item) => {
    const one = responseSchema.safeParse(item).data?.response
    return { id: one?._id ?? '', parent: one?.parent_response_id ?? '' }
  })
  const { id, title, create_time } = conversation
  const about = { format: 'grok', sourceId: id, title, at: create_time } as const
  const talk = await talkOf(about, path, (item, left, i) => {
    const { response } = shaped(responseSchema, item, WHAT, `responses.${i}`)
    const media = response.file_attachments.map(() => traceOf('', left))
    const text = joined([response.message, ...media])
    return byRole(response.sender, { id: response._id, at: response.create_time, text })
  })
  leave(talk.left, 'other-branch message', responses.length - path.length)
  return talk
}
