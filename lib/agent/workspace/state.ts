import { limits } from '@/lib/shared/limits'
import { stateKey } from '@/lib/shared/workspace'
import { figure, type Refused, refuse, textProblem } from './rules'

type StateChange = { ok: true; key: string } | Refused
const max = limits.workspace

/** The key/value state of a conversation. A broken rule is returned as a sentence, never thrown. */
export class WorkspaceState {
  private readonly values: Map<string, string>

  constructor(state: Record<string, string>) {
    this.values = new Map(Object.entries(state))
  }

  get(key: string): string | null {
    return this.values.get(stateKey(key)) ?? null
  }

  /** `value` null removes the key, whether it was set or not. */
  set(input: string, value: string | null): StateChange {
    const key = stateKey(input)
    const problem = value === null ? null : this.problem(key, value)
    if (problem) return refuse(problem)
    if (value === null) this.values.delete(key)
    else this.values.set(key, value)
    return { ok: true, key }
  }

  /** Sorted by key. */
  entries(): [string, string][] {
    return [...this.values].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  private problem(key: string, value: string): string | null {
    if (!key) return 'The key is empty. Name what is kept, such as status.'
    if (key.length > max.stateKeyChars) return `A key can have at most ${max.stateKeyChars} characters.`
    if (key === '__proto__' || !key.isWellFormed() || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(key))
      return 'This cannot be a key. Use letters, digits, dots, dashes and spaces.'
    const unfit = textProblem(value)
    if (unfit) return unfit
    if (!this.values.has(key) && this.values.size >= max.stateKeys)
      return `The state can have at most ${max.stateKeys} keys. First remove one that is no longer needed.`
    const others = [...this.values].reduce(
      (sum, [name, kept]) => (name === key ? sum : sum + name.length + kept.length),
      0,
    )
    return others + key.length + value.length > max.stateChars
      ? `The state can have at most ${figure(max.stateChars)} characters in all. Keep long text in a file.`
      : null
  }
}
