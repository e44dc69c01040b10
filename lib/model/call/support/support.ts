import { isOpenAI } from '@/lib/model/provider/defaults'
import type { ModelConfig } from '@/lib/model/types'
import { FULL, type Learned, type Support } from '@/lib/shared/model-support'

/** Remembers per service and model what works. `save` keeps one of them beyond this process. */
export class SupportMemory {
  readonly #known: Map<string, Support>

  constructor(
    learned: Learned = {},
    private readonly save: (key: string, support: Support) => void = () => {},
  ) {
    this.#known = new Map(Object.entries(learned))
  }

  of(config: ModelConfig): Support {
    return this.#known.get(supportKey(config)) ?? first(config)
  }

  remember(config: ModelConfig, support: Support) {
    if (config.provider === 'offline') return
    if (JSON.stringify(support) === JSON.stringify(this.of(config))) return
    this.#known.set(supportKey(config), support)
    this.save(supportKey(config), support)
  }
}

/** OpenAI's own models that think refuse the older name. */
const first = (config: ModelConfig): Support =>
  config.provider === 'openai' && isOpenAI(config.baseUrl)
    ? { ...FULL, maxTokens: 'max_completion_tokens' }
    : FULL

export const supportKey = (config: ModelConfig) =>
  config.provider === 'offline' ? 'offline' : [config.baseUrl ?? '', config.api, config.model].join('\n')
