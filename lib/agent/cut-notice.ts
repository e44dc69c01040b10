import { isCutEarly } from '@/lib/model/call/failure'
import type { ModelResult } from '@/lib/model/types'

/** A notice for an answer that the model did not end itself. `wanted` = the limit that the person set. */
export function cutNotice({ finish, cap }: Pick<ModelResult, 'finish' | 'cap'>, wanted: number): string[] {
  if (finish === 'length') return [lengthNotice(cap ?? { sent: wanted, written: wanted }, wanted)]
  if (finish === 'content-filter')
    return ['The provider withheld the rest of this answer (content filter). Rephrase the question.']
  return []
}

function lengthNotice(cap: NonNullable<ModelResult['cap']>, wanted: number): string {
  const sent = (cap.sent ?? wanted).toLocaleString('en')
  if (isCutEarly(cap))
    return `The answer was cut off after ${cap.written.toLocaleString('en')} tokens: the service reached its own limit, or the model’s context. Continue it, or shorten the message.`
  if (cap.sent === wanted)
    return `The answer was cut off at the token limit (“Longest answer” in Settings: ${sent}). Continue it, or raise the limit.`
  return `The answer was cut off at the limit of ${sent} tokens that was sent to the model. Continue it.`
}
