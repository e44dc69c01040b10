import remarkCjkFriendly from 'remark-cjk-friendly'
import { defaultRemarkPlugins } from 'streamdown'
import type { PluggableList } from 'unified'
import { remarkFormulas } from './remark-formulas'

/** How Markdown is read: GitHub's, with emphasis beside CJK punctuation, and formulas. */
export const remarkPlugins: PluggableList = [
  ...Object.values(defaultRemarkPlugins),
  remarkCjkFriendly,
  remarkFormulas,
]
