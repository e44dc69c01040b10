/**
 * List prices of well-known models, by the name that their own service gives them, in dollars per million tokens:
 * input, cached input (null = as input), output. Each service with the day on which its prices were read; prices
 * of short prompts, where longer ones cost more. A model whose price is not known is left out; models with open
 * weights only under names that no local server uses.
 */
export const LIST_PRICES: Record<string, [input: number, cached: number | null, output: number]> = {
  // OpenAI, 2026-11-21
  'gpt-6-astra': [10, 1, 50],
  'text-embedding-3-large': [0.13, null, 0],
  'text-embedding-3-small': [0.02, null, 0],
  'text-embedding-ada-002': [0.1, null, 0],
  'gpt-6.1-terra': [1, 0.05, 5],
  'gpt-6-sol': [2, 0.2, 10],
  'gpt-6-luna': [0.1, 0.01, 0.5],
  'gpt-5.6-sol': [5, 0.5, 30],
  'gpt-5.6-terra': [2, 0.2, 12],
  'gpt-5.6-luna': [0.2, 0.02, 1.2],
  'gpt-5.5': [5, 0.5, 30],
  'gpt-5.4': [2.5, 0.25, 15],
  'gpt-5.4-mini': [0.75, 0.075, 4.5],
  'gpt-5.4-nano': [0.2, 0.02, 1.25],
  'gpt-5.2': [1.75, 0.175, 14],
  'gpt-5.1': [1.25, 0.125, 10],
  'gpt-5': [1.25, 0.125, 10],
  'gpt-5-mini': [0.25, 0.025, 2],
  'gpt-5-nano': [0.05, 0.005, 0.4],
  'gpt-4.1': [2, 0.5, 8],
  'gpt-4.1-mini': [0.4, 0.1, 1.6],
  'gpt-4.1-nano': [0.1, 0.025, 0.4],
  'gpt-4o': [2.5, 1.25, 10],
  'gpt-4o-mini': [0.15, 0.075, 0.6],
  o3: [2, 0.5, 8],
  'o4-mini': [1.1, 0.275, 4.4],
  // Anthropic, 2026-10-24
  'claude-fable-5-1': [10, 0.25, 50],
  'claude-fable-5': [10, 1, 50],
  'claude-opus-5-5': [4, 0.2, 20],
  'claude-opus-5': [5, 0.5, 25],
  'claude-opus-4-8': [5, 0.5, 25],
  'claude-opus-4-7': [5, 0.5, 25],
  'claude-opus-4-6': [5, 0.5, 25],
  'claude-opus-4-5': [5, 0.5, 25],
  'claude-opus-4-1': [15, 1.5, 75],
  'claude-sonnet-5-5': [2, 0.1, 10],
  'claude-sonnet-5': [2, 0.2, 10],
  'claude-sonnet-4-6': [3, 0.3, 15],
  'claude-sonnet-4-5': [3, 0.3, 15],
  'claude-sonnet-4': [3, 0.3, 15],
  'claude-3-7-sonnet': [3, 0.3, 15],
  'claude-haiku-5-5': [0.1, 0.01, 0.5],
  'claude-haiku-4-5': [1, 0.1, 5],
  'claude-3-5-haiku': [0.8, 0.08, 4],
  // Google, 2026-05-12
  'gemini-3.7-flash': [1.5, 0.15, 7.5],
  'gemini-3.6-flash': [1.5, 0.15, 7.5],
  'gemini-3.5-flash': [1.5, 0.15, 9],
  'gemini-3.5-flash-lite': [0.3, 0.03, 2.5],
  'gemini-3.1-flash-lite': [0.25, 0.025, 1.5],
  // Google, earlier models, 2025-10-31
  'gemini-3.1-pro-preview': [2, 0.2, 12],
  'gemini-3-pro-preview': [2, 0.2, 12],
  'gemini-3-flash-preview': [0.5, 0.05, 3],
  'gemini-2.5-pro': [1.25, 0.125, 10],
  'gemini-2.5-flash': [0.3, 0.03, 2.5],
  'gemini-2.5-flash-lite': [0.1, 0.01, 0.4],
  // DeepSeek, 2026-10-27: off-peak. On weekdays, 01 to 04 and 06 to 10 h UTC cost twice as much.
  'deepseek-flash': [0.15, 0.003, 0.6],
  'deepseek-v4-pro': [0.66, 0.022, 1.98],
  // Mistral, 2026-06-09
  'mistral-large-2512': [0.5, 0.05, 1.5],
  'mistral-small-2603': [0.15, 0.015, 0.6],
  'devstral-2512': [0.4, 0.04, 2],
  'codestral-2508': [0.3, 0.03, 0.9],
  // xAI, 2026-07-24
  'grok-4.5': [2, 0.5, 6],
  'grok-4.3': [1.25, 0.2, 2.5],
  'grok-4.20': [1.25, 0.2, 2.5],
  'grok-4.20-0309-reasoning': [1.25, 0.2, 2.5],
  'grok-4.20-0309-non-reasoning': [1.25, 0.2, 2.5],
  'grok-build-0.1': [1, 0.2, 2],
  // Moonshot, 2026-05-22
  'kimi-k3': [3, 0.3, 15],
  'kimi-k2.7-code': [0.95, 0.19, 4],
  'kimi-k2.6': [0.95, 0.16, 4],
  // Z.ai, 2026-08-04
  'glm-5.3': [1.4, 0.26, 4.4],
  'glm-5.2': [1.4, 0.26, 4.4],
  // MiniMax, 2026-05-23
  'minimax-m3': [0.3, 0.06, 1.2],
  'minimax-m2.7': [0.3, 0.06, 1.2],
  'minimax-m2.7-highspeed': [0.6, 0.06, 2.4],
  'minimax-m2': [0.3, 0.03, 1.2],
  // Fireworks, 2026-06-24
  'accounts/fireworks/models/kimi-k3': [3, 0.3, 15],
  'accounts/fireworks/models/glm-5p2': [1.4, 0.14, 4.4],
  'accounts/fireworks/models/deepseek-v4-pro': [1.74, 0.145, 3.48],
  'accounts/fireworks/models/deepseek-v4-flash': [0.14, 0.028, 0.28],
  'accounts/fireworks/models/minimax-m3': [0.3, 0.06, 1.2],
  'accounts/fireworks/models/qwen3p7-plus': [0.4, 0.08, 1.6],
  'accounts/fireworks/models/gpt-oss-120b': [0.15, 0.014, 0.6],
  // Groq, 2025-08-12
  'llama-3.3-70b-versatile': [0.59, null, 0.79],
  // Together, 2025-07-03
  'meta-llama/Llama-3.3-70B-Instruct-Turbo': [0.88, null, 0.88],
}
