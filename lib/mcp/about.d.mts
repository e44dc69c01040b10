export declare const SERVER: { name: string; title: string; version: string }
export declare const INSTRUCTIONS: string
export declare const CAPABILITIES: { tools: object; resources: object; prompts: object }
