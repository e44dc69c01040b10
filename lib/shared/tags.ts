import { z } from 'zod'
import { idSchema } from './schemas'
import { textSchema } from './text'

export const MAX_TAG_CHARS = 32
export const MAX_TAGS = 10
/** With white space that is not kept. */
const MOST_TYPED = 1_000
/** Conversations that one call may tag: Undo gives a deleted tag back to all that had it. */
const MAX_TAGGED = 20_000

/** A tag's name, with white space as a person sees it. */
export const tagSchema = textSchema(MOST_TYPED)
  .overwrite((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim())
  .min(1, 'A tag needs a name.')
  .max(MAX_TAG_CHARS, `A tag has at most ${MAX_TAG_CHARS} characters.`)
/** The same for all ways to write a tag: “Work” and “work” are one. */
export const tagKey = (name: string) => name.toLowerCase()
/** Whether a conversation's title or one of its tags contains the text, whatever its case. */
export const isCalled = (
  { title, tags }: { title: string; tags: readonly string[] },
  text: string,
): boolean => [title, ...tags].some((name) => name.toLocaleLowerCase().includes(text.toLocaleLowerCase()))
export const tagsOnce = (names: string[]) =>
  [...new Map(names.map((name) => [tagKey(name), name] as const)).values()].sort(byName)
export const byName = (a: string, b: string) => tagKey(a).localeCompare(tagKey(b), 'en')

export const addTagSchema = z.strictObject({
  conversationIds: z.array(idSchema).min(1).max(MAX_TAGGED),
  tag: tagSchema,
})
export const oneTagSchema = z.strictObject({ conversationId: idSchema, tag: tagSchema })
export const renameTagSchema = z.strictObject({ tag: tagSchema, name: tagSchema })

/** `listed` = conversations with it that are not archived, `all` = those that are too. */
export type TagDto = { name: string; listed: number; all: number }
