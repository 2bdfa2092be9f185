import { Copy, DockerfileParser } from 'dockerfile-ast'

type Step =
  | { kind: 'run'; text: string; command: string }
  | { kind: 'copy'; text: string; from: string | null; sources: string[]; to: string }

/** A stage of a container file, as far as ours uses the language. */
export interface Stage {
  name: string
  /** The stage that it begins with; null for an image. */
  base: string | null
  workdir: string
  steps: Step[]
  env: Record<string, string>
  /** Null: root. */
  user: string | null
  /** The program and its arguments; empty for a shell's command, which needs a shell. */
  health: string[]
  entrypoint: string[]
}

/** Reads the stages of a container file, in their order. The last one is the image. */
export function readStages(text: string): Stage[] {
  const stages: Stage[] = []
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue())
    const [one = '', two = '', three = ''] = words
    const stage = stages.at(-1)
    const line = `${instruction.getKeyword()} ${words.join(' ')}`
    switch (instruction.getKeyword()) {
      case 'FROM': {
        const base = stages.find(({ name }) => name === one)
        stages.push({
          name: two.toUpperCase() === 'AS' ? three : 'image',
          base: base?.name ?? null,
          workdir: base?.workdir ?? '/',
          steps: [],
          env: { ...base?.env },
          user: base?.user ?? null,
          health: [],
          entrypoint: [],
        })
        break
      }
      case 'WORKDIR':
        if (stage) stage.workdir = one
        break
      case 'RUN':
        stage?.steps.push({ kind: 'run', text: line, command: words.join(' ') })
        break
      case 'COPY': {
        const from = (instruction instanceof Copy && instruction.getFromFlag()?.getValue()) || null
        const flag = from === null ? '' : `--from=${from} `
        const text = `COPY ${flag}${words.join(' ')}`
        stage?.steps.push({
          kind: 'copy',
          text,
          from,
          sources: words.slice(0, -1),
          to: words.at(-1) ?? '.',
        })
        break
      }
      case 'ENV':
        for (const word of words) {
          const [name = '', value = ''] = word.split('=')
          if (stage) stage.env[name] = value
        }
        break
      case 'USER':
        if (stage) stage.user = one
        break
      case 'HEALTHCHECK':
        if (stage) stage.health = programOf(instruction.getRawArgumentsContent() ?? '')
        break
      case 'ENTRYPOINT':
        if (stage) stage.entrypoint = programOf(instruction.getRawArgumentsContent() ?? '')
        break
    }
  }
  return stages
}

/** The program that an instruction names as a list; empty if it names a shell's command. */
function programOf(content: string): string[] {
  const [list] = /\[.*\]/.exec(content) ?? []
  return list ? JSON.parse(list) : []
}
