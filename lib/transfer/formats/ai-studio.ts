import { z } from 'zod'
import { byRole, joined, traceOf } from './parts'
import { type Around, type Fields, field, isFields, type Left, leave, shaped, talkOf } from './talk'

const chunkSchema = z.looseObject({
  role: z.string(),
  text: field.text,
  isThought: z.boolean().nullish(),
  createTime: field.any,
})

const WHAT = 'an AI Studio prompt'
/** A chat saved by Google AI Studio, named by its file. @throws Refusal */
export function readAiStudio({ chunkedPrompt, systemInstruction }: Fields, { file }: Around) {
  const chunks = isFields(chunkedPrompt) && Array.isArray(chunkedPrompt.chunks) ? chunkedPrompt.chunks : []
  const left: Left = {}
  if (isFields(systemInstruction) && systemInstruction.text) leave(left, 'system instruction')
  const about = { format: 'ai-studio', title: file.replace(/\.(?:json|txt)$/i, '') } as const
  return talkOf(
    about,
    chunks,
    (item, _, i) => {
      const {
        role,
        text,
        isThought,
        createTime: at,
        ...more
      } = shaped(chunkSchema, item, WHAT, `chunks.${i}`)
      if (isThought) return 'thought'
      if (more.executableCode || more.codeExecutionResult) return 'tool call'
      const media = Object.keys(more).filter((key) => /^(?:drive|inline|youtube)/.test(key))
      return byRole(role, {
        at,
        text: joined([text, ...media.map((key) => traceOf('', left, /image/i.test(key)))]),
      })
    },
    left,
  )
}
