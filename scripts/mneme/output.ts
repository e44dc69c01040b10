// biome-ignore lint/suspicious/noControlCharactersInRegex: texts come from files and models, and a terminal obeys what is in them
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** A text without what a terminal would obey. */
export const plain = (text: string) => text.replace(CONTROL, ' ')

/** For the person, beside what the command prints. */
export const say = (line: string) => void process.stderr.write(`${plain(line)}\n`)
export const print = (text: string) => void process.stdout.write(`${plain(text)}\n`)
export const printJson = (value: unknown) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)

export const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

let isShown = false
/** A line that changes, on a terminal alone; '' removes it, and nothing else. */
export function status(line: string) {
  if (!process.stderr.isTTY || (line === '' && !isShown)) return
  process.stderr.write(`\r\u001b[K${plain(line)}`)
  isShown = line !== ''
}
