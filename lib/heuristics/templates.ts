import { literal } from '@/lib/shared/turn/literal'
import { edgesOf } from './text/edges'
import { sentencesOf } from './text/sentences'

/** All the built-in engine says that is not quoted. `{slots}` are filled with words of its prompt. */
export const TEMPLATES = {
  greeting:
    'Hello. I am the built-in engine, not a language model: I keep what you tell me and find it again. Tell me something, ask about something you told me earlier, or let me work on files.',
  about:
    'I am the built-in engine, not a language model. I remember every message, search them, and quote your own words with the message they come from. I also list, read, write, append to, edit and delete files. Begin a message with /reflect to think it over in rounds, or with /fast to answer at once. For anything else, connect a language model in Settings.',
  thanks: 'You are welcome.',
  farewell: 'Goodbye. What you told me stays in memory.',
  acknowledged: 'All right.',
  noted: 'Noted: {quote}',
  notedMore: 'Noted: {quote}, and the rest.',
  attached: 'Attached: {files}.',
  pictured: 'I am the built-in engine, not a language model: I cannot see images, so I only read your text.',

  yes: 'Yes. {text}',
  no: 'No. {text}',
  told: 'You told me: {quote}',
  toldOn: 'You told me on {date}: {quote}',
  known: 'You wrote on the Facts page: {quote}',
  knownOn: 'You wrote on the Facts page, since {date}: {quote}',
  toldProduct: 'You told {product}: {quote}',
  toldProductOn: 'You told {product} on {date}: {quote}',
  productTold: '{product} told you: {quote}',
  productToldOn: 'On {date}, {product} told you: {quote}',
  asked: 'You asked: {quote}',
  earlier: 'Earlier ({when}) {said}',
  counted: 'I counted: {counts}',
  formerly: 'Before that, it was {value}.',
  was: 'Before, it was {value}.',
  list: 'This is what I know:',
  count: 'I know of {count}:',
  more: 'The Facts page has everything.',
  also: 'You also told me:',
  aged: 'Going by your birthday, that makes {age}.',
  today: 'Today is {date}.',
  forget:
    'I cannot forget anything from the chat. Forget a fact on the Facts page, and a message with “Forget…” in its menu.',
  forgetKnown: 'This is what I know about it:',
  undated: 'undated',
  inConversation: 'in this conversation',
  said: 'I told you: {quote}',
  saidOn: 'I told you on {date}: {quote}',
  spoke: '{speaker} said: {quote}',
  spokeOn: '{speaker} said on {date}: {quote}',
  shared: '{speaker} shared a picture: {quote}',
  sharedOn: '{speaker} shared a picture on {date}: {quote}',
  file: '{file} says: {quote}',
  tool: '{tool} returned: {quote}',
  summary: 'From a summary: {quote}',
  lesson: 'A lesson from earlier answers: {quote}',
  many: 'Here is what I found:',
  elsewhere: '(from another conversation)',
  closest: 'I found nothing about {about}. The closest match is:',
  noName: 'I found no name. The closest match is:',
  beside: 'The closest match is:',
  apart: 'Nothing I found covers all of {about}. The closest match is:',
  notYours: 'You told me nothing about {about}. I found this in imported text:',
  nothing: 'I found nothing about {about}.',
  beyond: 'I cannot explain or write anything new: for that, connect a language model in Settings.',
  recallOff: 'Recall is off: I can only see this prompt.',
  recallHere: 'Only this conversation was searched.',
  noSubject: 'Your question has no words I can search for. Name the person, thing or place it is about.',
  searchedAll: 'I searched all your own conversations for {words}{result}.',
  searchedHere: 'I searched this conversation for {words}{result}.',
  searchedWords: 'the words of your question',
  searchedPerson: 'names, places, work and what you like',
  foundNothing: '; it may be worded differently',
  foundQuestions: '; only questions matched',
  calculate: 'I cannot calculate without a language model. Connect one in Settings.',
  summarise:
    'I cannot summarise without a language model. I quote what was said: ask about a person, a thing or a day, or what I know about you.',
  noAnswer: 'I found no answer. I only quote what was said; more than that needs a language model.',
  nothingThat: 'I found nothing about that.',
  noTurn: 'I cannot find that message: {note}.',
  compose:
    'I am the built-in engine, not a language model: I cannot write new text, translate or calculate. I quote what you told me and work on files. Put a path with spaces in quotation marks. For the rest, connect a language model in Settings.',

  listed: 'These files are in the workspace:',
  listedNone: 'There are no files in the workspace.',
  read: '{file} contains:',
  readEmpty: '{file} is empty.',
  wrote: 'I wrote {quote} to {file}.',
  wroteMany: 'I wrote this to {file}:',
  created: 'I created {file}, an empty file.',
  appended: 'I appended {quote} to {file}.',
  edited: 'In {file} I replaced {old} with {new}.',
  deleted: 'I deleted {file}.',
  failed: 'I could not do “{command}”: {reason}',
  notDone: 'I skipped: {commands}.',
  notUnderstood: 'I did not understand: {commands}.',
  unknownCommand:
    'I did not understand this. For example, write: write "text" to notes.md, read notes.md, append "text" to notes.md, replace "text" with "words" in notes.md, delete notes.md, list files. Put a path with spaces in quotation marks.',
  toolMissing: 'I could not do “{command}”: that tool is not available now.',
  partial: 'I could not do “{command}”: I see only part of the file, so writing it back would lose the rest.',

  thoughtGreeting: 'This needs nothing from memory.',
  thoughtStatement: 'You told me something, so there is nothing to look up.',
  thoughtCommand: 'This is about files or state, so there is nothing to recall.',
  thoughtFile: '{file} is in the workspace, so I open it.',
  thoughtCompose: 'This asks me to write new text, which I cannot do.',
  thoughtThen: 'You asked about a time, so I search memory for it.',
  thoughtAll: 'You asked what I know, so I search memory for names, places, work and what you like.',
  thoughtTurnInView: 'I see {turns}.',
  thoughtFound: 'This is answered in {turn}. {quote}',
  thoughtMissing: 'What I see says nothing about {about}, so I search memory for it.',
  thoughtCheck: 'You asked about something said before, so I search memory for {about}.',
  thoughtTurn: 'You mentioned {turns}, so I recall it.',
  thoughtAgain: 'The search did not cover {about}, so I search again with different words.',
  thoughtNothing: 'The search found nothing about {about}.',
  thoughtNoSubject: 'Your question has no words I can search for.',
  thoughtPart: 'The closest is in {turn}. {quote}',
  reasonEnough: 'I know enough to answer.',
  reasonNoSearch: 'There is nothing to look up.',
  reasonSearch: 'Checking memory.',
  reasonNothingNew: 'The search found nothing new.',
  reasonNote: 'The search found nothing new: {note}.',
  reasonTwice: 'Two searches are enough.',
  reasonLast: 'This is the last round, so I answer with what I found.',
  view: 'what I see',
} as const

export type TemplateName = keyof typeof TEMPLATES

export const say = (name: TemplateName, slots: Record<string, string> = {}): string =>
  TEMPLATES[name].replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '')

/** The fixed words of these are everyday ones, so `SPOKE` and `NAMED` recognise them. */
const QUOTING = /^(?:toldProduct|shared|read$)/
const OPENINGS = Object.entries(TEMPLATES)
  .filter(([name]) => !QUOTING.test(name))
  .map(([, template]) => (template.split('{')[0] ?? '').trim())
  .concat('I am the built-in engine, not a language model')
  .filter((opening) => opening.length >= 6)
const MIN_LETTERS = 8
const patternOf = (sentence: string) =>
  new RegExp(`^${sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`, 's')
/** Templates as patterns, if enough of their words are fixed. */
const PATTERNS = Object.entries(TEMPLATES)
  .flatMap(([name, template]) => (QUOTING.test(name) ? [] : sentencesOf(template)))
  .filter((sentence) => sentence.replace(/\{\w+\}/g, '').replace(/\P{L}/gu, '').length >= MIN_LETTERS)
  .map(patternOf)

const NAMED = /^`[^`\n]+` (?:contains:|says:|is “|is empty)/

const SPOKE =
  /^You told [^“”\n]{1,80}: “|^[^“”\n]{1,80} (?:said|told you|shared a picture)(?: on (?:\d{4}-\d{2}-\d{2}|\p{Lu}\p{Ll}{2} \d{1,2}, \d{4}))?: “/u

/** Matching a template with several slots takes long in a long text. */
const MAX_OURS = 1_000

/** Whether the engine itself said a sentence. Quoting it would pass an earlier answer off as evidence. */
export function isBuiltInText(text: string): boolean {
  const sentence = edgesOf(text, MAX_OURS)
  return (
    /\[turn \d+(?: of conversation [\w-]+)?\]/i.test(sentence) ||
    NAMED.test(sentence) ||
    SPOKE.test(sentence) ||
    OPENINGS.some((opening) => sentence.startsWith(opening)) ||
    PATTERNS.some((pattern) => pattern.test(sentence))
  )
}

export const quoted = (text: string) => quotedMarkdown(literal(text))
export const quotedMarkdown = (text: string) => `“${text}”`
/** “a”, “b” and “c” */
export const listInWords = (items: readonly string[]): string =>
  items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}` : (items[0] ?? '')
