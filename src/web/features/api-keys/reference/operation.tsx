import type { ApiOperation, ApiSchema } from '#contract/desk/api-keys.ts'
import type { ReactNode } from 'react'
import { InlineCode, Prose, ToContents } from './prose.tsx'
import { Fields, SchemaType } from './schema-fields.tsx'

export interface OperationAtPath {
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
}

/** One operation: its address, what it takes and answers, and what a test has asked and got. */
export function Operation({ at: { method, path, operation } }: { readonly at: OperationAtPath }) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const failures = Object.entries(responses).filter(([status, { $ref }]) => !status.startsWith('2') && !$ref)
  const body = requestBody?.content['application/json']?.schema
  return (
    <section
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      tabIndex={-1}
      className="flex scroll-mt-[calc(var(--head,3.5rem)+1rem)] flex-col gap-4 rounded border border-line bg-raised p-4 outline-none focus-visible:border-accent tablet:p-6"
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id={`${operationId}-title`} className="text-lg font-bold">
            {summary}
          </h2>
          <ToContents />
        </div>
        <p className="font-semibold break-words">
          <code>{`${method} ${path}`}</code>
        </p>
        <Prose text={description} />
      </div>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <dl className="flex flex-col gap-2">
            {parameters.map((parameter) => (
              <div key={parameter.name}>
                <dt>
                  <InlineCode>{parameter.name}</InlineCode>{' '}
                  <span className="text-sm text-soft">
                    {parameter.in}
                    {parameter.required && ', required'}
                  </span>
                </dt>
                <dd className="ms-4">
                  <Prose text={parameter.description} />
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {body && (
        <Part title={requestBody.required ? 'Body' : 'Body (optional)'}>
          {body.properties ? <Fields schema={body} isSent /> : <SchemaType schema={body} />}
        </Part>
      )}
      <Part title="Answer">
        {Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([status, answer]) => (
            <Answer key={status} status={status} answer={answer} />
          ))}
      </Part>
      <Examples operation={operation} />
      {failures.length > 0 && (
        <Part title="Errors">
          <dl className="flex flex-col gap-2">
            {failures.map(([status, { description: meaning = '' }]) => (
              <div key={status} className="flex gap-3">
                <dt className="font-semibold">{status}</dt>
                <dd className="min-w-0">
                  <Prose text={meaning} />
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
    </section>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-soft">{title}</h3>
      <div className="flex flex-col gap-3">{children}</div>
    </div>
  )
}

interface AnswerProps {
  readonly status: string
  readonly answer: ApiOperation['responses'][string]
}

function Answer({ status, answer: { description, content = {} } }: AnswerProps) {
  const [type = '', shape] = Object.entries(content)[0] ?? []
  const schema: ApiSchema = shape?.schema ?? {}
  return (
    <div className="flex flex-col gap-1">
      <p>
        <span className="font-semibold">{status}</span> {description} {type && <InlineCode>{type}</InlineCode>}
      </p>
      {schema.properties ? <Fields schema={schema} /> : schema.$ref && <SchemaType schema={schema} />}
    </div>
  )
}

/** What a test has asked, and what was answered. */
function Examples({ operation: { 'x-codeSamples': samples = [], responses } }: { readonly operation: ApiOperation }) {
  if (samples.length === 0) return null
  const contents = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).map((each) => ({ status, ...each })),
  )
  const answerOf = (label: string) => {
    for (const { status, examples = {}, example } of contents) {
      if (example !== undefined) return { status, text: example }
      const found = Object.values(examples).find(({ summary }) => summary === label)
      if (found) return { status, text: textOf(found.value) }
    }
    return undefined
  }
  return (
    <Part title="Examples">
      {samples
        .map((sample) => ({ ...sample, answer: answerOf(sample.label) }))
        // What works first, for the first example is the one that is copied.
        .toSorted((one, other) => Number(isFailure(one.answer)) - Number(isFailure(other.answer)))
        .map(({ label, source, answer }) => (
          <figure key={label} className="flex flex-col gap-1">
            <figcaption className="font-semibold">{label}</figcaption>
            <Listing text={source} />
            {answer && (
              <>
                <p className="text-sm text-soft">{answer.status}</p>
                <Listing text={answer.text} />
              </>
            )}
          </figure>
        ))}
    </Part>
  )
}

/** A table stays as it is. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const isFailure = (answer: { readonly status: string } | undefined) => answer?.status.startsWith('2') === false

/** A long text with its own scrolling, which is printed whole. The keyboard reaches it too. */
export const Listing = ({ text }: { readonly text: string }) => (
  <pre
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    tabIndex={0}
    className="max-h-96 overflow-auto rounded bg-sunken p-3 text-sm print:max-h-none print:whitespace-pre-wrap"
  >
    <code>{text}</code>
  </pre>
)
