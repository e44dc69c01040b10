import { type Problem, problem } from '../failure'

/** How servers for text alone refuse a message with an image. */
export const IMAGE_PART =
  /image|\bvision|visual|multi-?modal|mmproj|\bcontent\b.{0,40}\b(?:string|text)\b|\b(?:string|text)\b.{0,40}\bcontent\b/i
/** Words about one image, where another one might be taken. */
const SIZE_OR_CONTENT =
  /too (?:large|big|many|small)|exceed|maximum|limit|corrupt|damaged|malformed|truncated|decod|download|moderation|safety|polic/i
const ONE_IMAGE =
  /(?:invalid|unsupported|not a valid|unrecognized|(?:not|unable to|failed to) (?:process|load|parse|read)).{0,24}image(?! ?(?:input|content|_?url))/i

/** Whether a service refuses an image of the message, but may take others. */
export const rejectsImage = ({ status, said }: Problem) =>
  status === 413 ||
  ([400, 404, 415, 422, 500, 501].includes(status ?? 0) &&
    IMAGE_PART.test(said) &&
    (SIZE_OR_CONTENT.test(said) || ONE_IMAGE.test(said)))

export const imageRejected = ({ status, said }: Problem): Problem => {
  const message = 'The provider could not use an image of this message.'
  const hint = 'Send the message again with a smaller image, or with one in PNG or JPEG.'
  const found = problem('provider_error', message, hint)
  return { ...found, status, said, failure: { ...found.failure, ...(said ? { said } : {}) } }
}

/** A notice for an answer without the images of its message. */
export const imagesNotTaken = (model: string) =>
  `${model} does not accept images, so it answered from the text alone. To have them seen, choose a model that does and regenerate the answer.`
