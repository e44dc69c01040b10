import { isOpenAI } from '@/lib/model/provider/defaults'
import type { ModelConfig } from '@/lib/model/types'
import { FULL, type LearnedSupport, type Support } from '@/lib/shared/model-support'

const merged = (known: Support, change: Partial<Support>): Support => ({
  ...known,
  ...change,
  omit: [...new Set([...known.omit, ...(change.omit ?? [])])],
})

/**
 * What works, per service and model. `save` keeps it; other processes may have learned more, so `change`
 * applies to what is stored.
 */
export class SupportMemory {
  readonly #known: Map<string, Support>

  constructor(
    learned: LearnedSupport = {},
    private readonly save: (key: string, change: (stored?: Support) => Support) => void = () => {},
  ) {
    this.#known = new Map(Object.entries(learned))
  }

  of(config: ModelConfig): Support {
    return this.#known.get(supportKey(config)) ?? first(config)
  }

  remember(config: ModelConfig, learned: Partial<Support>) {
    const known = this.of(config)
    const support = merged(known, learned)
    if (config.provider === 'offline' || JSON.stringify(support) === JSON.stringify(known)) return
    this.#keep(config, support, (stored) => merged(stored ?? first(config), learned))
  }

  replace(config: ModelConfig, support: Support) {
    this.#keep(config, support, () => support)
  }

  #keep(config: ModelConfig, support: Support, change: (stored?: Support) => Support) {
    this.#known.set(supportKey(config), support)
    this.save(supportKey(config), change)
  }
}

/** OpenAI's own models that think refuse the older name. */
const first = (config: ModelConfig): Support =>
  config.provider === 'openai' && isOpenAI(config.baseUrl)
    ? { ...FULL, maxTokens: 'max_completion_tokens' }
    : FULL

export const supportKey = (config: ModelConfig) =>
  config.provider === 'offline' ? 'offline' : [config.baseUrl ?? '', config.api, config.model].join('\n')
