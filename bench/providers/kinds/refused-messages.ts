import type { Kind } from '../kind'
import { document, messagesOf, refusal } from '../wire-chat'
import { has, hasNull, inARow, parts, roles, vllm, without } from './refusal-forms'

export const refusedMessages: Kind[] = [
  without(
    'the system role',
    'https://huggingface.co/google/gemma-2-9b-it (chat template)',
    (body) => roles(body).some((role) => role === 'system' || role === 'developer'),
    vllm('System role not supported'),
  ),
  without(
    'the system role, as llama.cpp',
    'https://huggingface.co/google/gemma-2-9b-it (chat template, by llama.cpp)',
    (body) => roles(body).some((role) => role === 'system' || role === 'developer'),
    document(500, {
      error: {
        code: 500,
        message: 'Jinja Exception: System role not supported at row 1, column 75',
        type: 'server_error',
      },
    }),
  ),
  without(
    'the developer role',
    'earendil-works/pi#1578',
    (body) => roles(body).includes('developer'),
    vllm(
      "1 validation error for ValidatorIterator\nInput should be 'system', 'user', 'assistant' or 'tool', got 'developer'",
    ),
    { model: 'o5-mini' },
  ),
  without(
    'the developer role, as DeepSeek',
    'eclipse-theia/theia#15144',
    (body) => roles(body).includes('developer'),
    refusal(
      422,
      'Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool` at line 1 column 40',
    ),
    { model: 'gpt-5.4-mini' },
  ),
  without(
    'instructions',
    'own: servers with a part of Responses',
    has('instructions'),
    refusal(400, "Unsupported parameter: 'instructions'"),
    { apis: ['responses'] },
  ),
  without(
    'content null',
    'pydantic/pydantic-ai#5206',
    hasNull,
    refusal(400, 'invalid message content type: <nil>'),
    { phases: ['answer'] },
  ),
  without(
    'content null, as pydantic',
    'mistralai/mistral-common#324',
    hasNull,
    document(422, {
      detail: [
        {
          type: 'string_type',
          loc: ['body', 'messages', 2, 'assistant', 'content'],
          msg: 'Input should be a valid string',
          input: null,
        },
      ],
    }),
    { phases: ['answer'] },
  ),
  without(
    'empty content',
    'https://docs.anthropic.com/en/api/errors',
    (body) => messagesOf({ body }).some(({ content }) => content === ''),
    refusal(
      400,
      'messages.1: all messages must have non-empty content except for the optional final assistant message',
    ),
    { phases: ['answer'] },
  ),
  without(
    'content as a list',
    'https://api-docs.deepseek.com/api/create-chat-completion',
    parts,
    refusal(
      422,
      'Failed to deserialize the JSON body into the target type: messages[1]: invalid type: sequence, expected a string at line 1 column 200',
    ),
    {},
  ),
  without(
    'two messages of one role',
    'https://huggingface.co/mistralai/Mistral-7B-Instruct-v0.2',
    inARow,
    vllm('Conversation roles must alternate user/assistant/user/assistant/...'),
    {},
  ),
  without(
    'two messages of one role, as Perplexity',
    'https://docs.perplexity.ai/api-reference/chat-completions-post',
    inARow,
    document(400, {
      error: {
        message: 'After the (optional) system message(s), user and assistant roles should be alternating.',
        type: 'invalid_message',
        code: 400,
      },
    }),
    {},
  ),
  without(
    'the tool role',
    'https://huggingface.co/google/gemma-3-27b-it',
    (body) => roles(body).includes('tool'),
    vllm(
      'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
    ),
    { phases: ['answer'] },
  ),
]
