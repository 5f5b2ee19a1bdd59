// One access: what it does and where, how it came there (the chain of wrappers), and the lines around.
import type { Site } from '../data';
import { DefaultValue, Tag, defaultOf } from './marks';
import { At, Code, Text } from './text';
import { piecesOf } from '../visible';

function Excerpt({ site }: { site: Site }) {
  if (!site.excerpt) return null;
  const { line, text } = site.excerpt;
  return (
    <pre class="excerpt" dir="ltr">
      {text.split('\n').map((one, i) => (
        <div key={i} class={line + i === site.line ? 'at' : undefined}>
          <span class="line-number">{line + i}</span>
          <code>
            {one.split('\t').map((part, k) => (
              <>
                {k > 0 && '    '}
                {piecesOf(part).map((piece) => (piece.escaped ? <span class="escaped">{piece.text}</span> : piece.text))}
              </>
            ))}
            {'\n'}
          </code>
        </div>
      ))}
    </pre>
  );
}

/** From the wrapper that is called here down to what touches the environment. */
function Chain({ site }: { site: Site }) {
  if (!site.chain.length) return null;
  return (
    <p class="chain">
      <span class="faint">through</span>
      {site.chain.map((place, i) => (
        <span key={i}>
          {i > 0 && <span class="faint"> → </span>}
          <Code value={place} />
        </span>
      ))}
    </p>
  );
}

/** `inFile`: the file is said above, so the line is enough. */
export function SiteView({ site, id, marked, inFile = false }: { site: Site; id?: string; marked?: boolean; inFile?: boolean }) {
  // That a write or a test has no default goes without saying.
  const told = site.op === 'read' || site.default_kind !== 'none';
  const found = told ? defaultOf(site.default, site.default_kind) : null;
  return (
    <article class={marked ? 'site marked' : 'site'} id={id}>
      <p class="head">
        <Tag kind={`op ${/^(read|test)$/.test(site.op) ? 'reads' : 'writes'}`}>{site.op}</Tag>
        {inFile ? <span>line {site.line}</span> : <At place={site} />}
        {site.via && (
          <span>
            <span class="faint">via</span> <Code value={site.via} />
          </span>
        )}
        {found && (
          <span>
            <span class="faint">{found.kind === 'literal' && 'default '}</span>
            <DefaultValue found={found} />
          </span>
        )}
        {site.value !== null && (
          <span>
            <span class="faint">value</span> <Code value={site.value} />
          </span>
        )}
        {site.type && site.type !== 'unknown' && (
          <Tag>
            <Text value={site.type} />
          </Tag>
        )}
        <Tag>
          <Text value={site.scope} />
        </Tag>
        <Tag>
          <Text value={site.language} />
        </Tag>
        {site.at_import && <Tag kind="notable">at import</Tag>}
      </p>
      {site.condition && (
        <p class="chain">
          <span class="faint">only if</span> <Code value={site.condition} />
        </p>
      )}
      <Chain site={site} />
      <Excerpt site={site} />
    </article>
  );
}
