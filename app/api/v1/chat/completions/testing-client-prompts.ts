/** Prompts of programs as they send them, shortened in the middle. */
const history = '<chat_history>\nUSER: How hot is a kiln?\nASSISTANT: About 1,000 degrees.\n</chat_history>'
const task = (rest: string) => `### Task:\n${rest}`
const user = (content: string) => [{ role: 'user', content }]

export const everyPrompt: [string, { role: string; content: string }[]][] = [
  [
    'Open WebUI, title',
    user(
      task(
        `Generate a concise title summarizing the chat history.\n### Guidelines:\n- Keep it short: 2-4 words is best.\n### Output:\nJSON format: { "title": "your concise title here" }\n### Examples:\n- { "title": "Stock Trends" },\n### Chat History:\n${history}`,
      ),
    ),
  ],
  [
    'Open WebUI, title with an emoji, as earlier versions have it',
    user(
      task(
        `Generate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Output:\nJSON format: { "title": "your concise title here" }\n### Chat History:\n${history}`,
      ),
    ),
  ],
  [
    'Open WebUI, tags',
    user(
      task(
        `Generate 1-3 broad tags categorizing the main themes of the chat history, along with 1-3 more specific subtopic tags.\n\n### Output:\nJSON format: { "tags": ["tag1", "tag2", "tag3"] }\n\n### Chat History:\n${history}`,
      ),
    ),
  ],
  [
    'Open WebUI, follow-ups',
    user(
      task(
        `Suggest 3-5 relevant follow-up questions or prompts that the user might naturally ask next in this conversation as a **user**, based on the chat history.\n### Output:\nJSON format: { "follow_ups": ["Question 1?", "Question 2?"] }\n### Chat History:\n${history}`,
      ),
    ),
  ],
  [
    'Open WebUI, queries',
    user(
      task(
        `Analyze the chat history to determine the necessity of generating search queries, in the given language.\n### Output:\nStrictly return in JSON format: \n{\n  "queries": ["query1", "query2"]\n}\n### Chat History:\n${history}\n`,
      ),
    ),
  ],
  [
    'Open WebUI, autocompletion',
    user(
      task(
        `You are an autocompletion system. Continue the text in \`<text>\` based on the **completion type**.\n- Respond only in JSON format: \`{ "text": "<your_completion>" }\`.\n### Context:\n${history}\n<type>General</type>  \n<text>A kiln</text>  \n#### Output:\n`,
      ),
    ),
  ],
  [
    'Open WebUI, compaction',
    user(
      task(
        'Summarize the conversation history that will be compacted out of the active chat context.\n\n### Previous Summary:\n\n### Messages Being Compacted:\nUSER: hi\n\n### Recent Messages Kept In Context:\n',
      ),
    ),
  ],
  [
    'Open WebUI, emoji',
    user(
      "Your task is to reflect the speaker's likely facial expression through a fitting emoji. Interpret emotions from the message and reflect their facial expression using fitting, diverse emojis (e.g., 😊, 😢, 😡, 😱).\n\nMessage: ```I burnt it.```",
    ),
  ],
  [
    'Open WebUI, merged answers',
    user(
      'You have been provided with a set of responses from various models to the latest user query: "How hot?"\n\nYour task is to synthesize these responses.\n\nResponses from models: """1,000"""',
    ),
  ],
  [
    'Open WebUI, choice of tools',
    [
      {
        role: 'system',
        content:
          'Available Tools: [{"name": "look"}]\n\nYour task is to choose and return the correct tool(s) from the list of available tools based on the query.',
      },
      ...user('Query: How hot is a kiln?'),
    ],
  ],
  [
    'LibreChat, title',
    user(
      'Provide a concise, 5-word-or-less title for the conversation, using its same language, with no punctuation. Apply title case conventions appropriate for the language. Never directly mention the language name or the word "title" and only return the title itself.\n\nConversation:\nUser: How hot is a kiln?\nAI: About 1,000 degrees.',
    ),
  ],
  [
    'LibreChat, title as earlier versions have it',
    user(
      'Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\nConversation:\nUser: How hot is a kiln?\nAI: Hot.',
    ),
  ],
  [
    'LibreChat, title with the language',
    user(
      'Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in the detected language (5 words or less, no punctuation or quotation)\n\nUser: How hot is a kiln?\nAI: Hot.',
    ),
  ],
]
