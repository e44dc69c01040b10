/** One thing to do in the workspace, with the arguments of its tool. `said` = the user's words. */
export type Command = { said: string } & (
  | { verb: 'list' }
  | { verb: 'read' | 'delete'; path: string }
  | { verb: 'write' | 'append'; path: string; text: string }
  | { verb: 'edit'; path: string; find: string; replace: string }
  | { verb: 'search'; text: string }
  | { verb: 'get'; key: string }
  | { verb: 'set'; key: string; value: string }
)
type Verb = Command['verb']

export const MASKED = '\uE000'
const SLOTS: Record<string, string> = {
  '{path}': `(?<path>${MASKED}+|[^\\s${MASKED},;:]+)`,
  '{text}': `(?<text>${MASKED}+|[\\s\\S]+?)`,
  '{old}': `(?<old>${MASKED}+|[\\s\\S]+?)`,
  '{new}': `(?<new>${MASKED}+|[\\s\\S]+?)`,
  '{key}': `(?<key>${MASKED}+|[\\w.-]+)`,
  '{value}': `(?<value>${MASKED}+|[\\s\\S]+?)`,
  '{the}': '(?:(?:the|a|an|my|this|our)\\s+)?(?:new\\s+)?(?:text\\s+)?',
  '{file}': '(?:(?<file>files?)\\s+)?(?:(?:called|named)\\s+)?',
}
const compile = (pattern: string) => {
  let source = pattern.replaceAll(' ', '\\s+')
  for (const [slot, expression] of Object.entries(SLOTS)) source = source.replaceAll(slot, expression)
  return new RegExp(`^${source}$`, 'id')
}
const rule = (verb: Verb, ...patterns: string[]) => ({ verb, patterns: patterns.map(compile) })

const HOLDING =
  '(?:with(?: the)?(?: text| content| contents)?|containing(?: the text)?|that (?:contains|says)|which (?:contains|says)|saying|and (?:write|put))(?: (?:in|into) it)?\\s*:?'
const TO_PATH = '{the}{file}{path}'
const OPEN_WRITE = `(?:write|save|put|store) (?:the following|this) (?:to|into|in|as) ${TO_PATH}\\s*:\\s*{text}`
const OPEN_WRITE_TO = `(?:write|save|create)(?: to| into| in)? ${TO_PATH}(?: file)?\\s*:\\s*{text}`
const OPEN_APPEND = `(?:append|add) to ${TO_PATH}\\s*:\\s*{text}`
/** For a long message: everything after the colon is text to write. */
export const LONG_RULES = [rule('append', OPEN_APPEND), rule('write', OPEN_WRITE, OPEN_WRITE_TO)]
export const RULES = [
  rule(
    'list',
    '(?:list|show|display)(?: me)?(?: all)?(?: of)?(?: the| my| our)?(?: workspace| current)? files?(?: (?:in|of) (?:the |my |this )?workspace)?',
    'ls',
    '(?:what|which) files (?:are there|do (?:i|we|you) have|exist|are (?:in )?(?:the workspace|here|there))',
  ),
  rule(
    'append',
    '(?:append|add) (?:the )?(?:(?:line|text|words?) )?{text} (?:to|at) (?:the end of )?{the}{file}{path}',
    '(?:append|add) to {the}{file}{path}\\s*:\\s*{text}',
    '(?:append|add) to {the}{file}{path} {text}',
  ),
  rule(
    'edit',
    '(?:edit|change|update|in) {the}{file}{path}\\s*[:,]?(?: and| by| to)? (?:replace|replacing|change|changing) {old} (?:with|by|to|into) {new}',
    '(?:replace|change) {old} (?:with|by|to|into) {new} in {the}{file}{path}',
  ),
  rule('delete', '(?:delete|remove|erase) {the}{file}{path}(?: file)?'),
  rule(
    'search',
    '(?:search|grep)(?: in| through)?(?: all)?(?: the| my| our)?(?: workspace)?(?: files?| workspace) for {text}',
    '(?:find|search for|search|grep) {text} in (?:all )?(?:the |my |our )?(?:workspace )?(?:files|workspace)',
    'grep {text}',
  ),
  rule(
    'get',
    '(?:get|read|show)(?: me)?(?: the)? (?:state|value)(?: of)?(?: the)?(?: state)?(?: key)? {key}',
    "(?:what is|what's)(?: the)? state(?: of| key)? {key}",
  ),
  rule(
    'set',
    'set(?: the)?(?: state| value)?(?: of)?(?: key)? {key}(?: to| as|\\s*=|:) {value}',
    'set(?: the)?(?: state)?(?: key)? {key}={value}',
  ),
  rule(
    'write',
    `(?:write|create|make|save|add|overwrite)(?: me)? {the}{file}{path}(?: file)? ${HOLDING} {text}`,
    OPEN_WRITE,
    OPEN_WRITE_TO,
    '(?:write|save|put|store) {text} (?:to|into|in|as|under) {the}{file}{path}',
    '(?:write|save)(?: to| into) {the}{file}{path} {text}',
    '(?:create|make) {the}(?:empty )?{the}{file}{path}',
  ),
  rule(
    'read',
    '(?:read|open|show|display|print|cat|view)(?: me)?(?: the)?(?: contents? of)? {the}{file}{path}(?: file)?',
    "(?:what is|what's|what’s) in {the}{file}{path}",
    'what does {the}{file}{path} (?:say|contain|hold)',
  ),
]
/** How a command may start. */
export const STARTS =
  /^(?:list|show|display|ls|what|which|append|add|edit|change|update|in|replace|delete|remove|erase|search|grep|find|get|set|write|create|make|save|put|store|overwrite|read|open|print|cat|view)\b/i
