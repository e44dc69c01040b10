import { PRODUCTS, SOURCES, type TransferFormat } from '@/lib/shared/transfer/transfer'

export const importedWords = (format: TransferFormat) => `Imported from ${SOURCES[format]}`

const { chatgpt: _, claude: _claude, ...others } = PRODUCTS
/** The supported formats, and how to get such files. */
export const HOW_TO: { name: string; how: string }[] = [
  {
    name: 'ChatGPT',
    how: 'Settings → Data controls → Export data. Use the download link in the email. Choose the ZIP file or the conversations.json inside it.',
  },
  {
    name: 'Claude',
    how: 'Settings → Privacy → Export data. Use the download link in the email. Choose the ZIP file or the conversations.json inside it.',
  },
  {
    name: 'Other programs',
    how: `${Object.values(others).join(', ')}: the file that the program exports, or a ZIP of several.`,
  },
  {
    name: 'Mneme',
    how: 'The file from “Export everything” below, or from “Export” in a conversation’s menu.',
  },
  { name: 'Lessons', how: 'The file from “Share…” on the Lessons page of another Mneme server.' },
  {
    name: 'Anything else',
    how: 'A JSON list of messages, each with a speaker (or role) and a text (or content).',
  },
]
