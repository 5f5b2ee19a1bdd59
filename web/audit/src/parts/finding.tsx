// One finding of a rule: severity, message, and the places in code and on pages that it speaks of.
import type { Finding } from '../data';
import { SeverityMark, Tag } from './marks';
import { Code, Text, places } from './text';

export function FindingView({ finding, href, project }: { finding: Finding; href?: string; project?: string }) {
  return (
    <article class="finding">
      <p class="head">
        <SeverityMark severity={finding.severity} />
        <Tag>{finding.rule}</Tag>
        {finding.name && href && (
          <a href={href} class="step">
            <Code value={finding.name} />
          </a>
        )}
        {finding.name && !href && project !== undefined && <Code value={finding.name} />}
        {project && (
          <span class="faint">
            <Text value={project} />
          </span>
        )}
        <span class="faint">{finding.confidence} confidence</span>
      </p>
      <p>
        <Text value={finding.message} />
      </p>
      {finding.code.length + finding.doc.length > 0 && (
        <p class="places">
          {finding.code.length > 0 && <span class="faint">code</span>}
          {places(finding.code)}
          {finding.doc.length > 0 && <span class="faint">page</span>}
          {places(finding.doc)}
        </p>
      )}
    </article>
  );
}
