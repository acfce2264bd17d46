"""When everything about a finished game becomes public."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_DAY = 86_400_000
_tables = sa.table(
    "tables",
    *(sa.column(name, sa.String) for name in ("id", "spec", "deal_of", "status", "next")),
    *(sa.column(name, sa.BigInteger) for name in ("ended", "open_from")),
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("open_from", sa.BigInteger()))
    over = sa.update(_tables).where(_tables.c.status == "over")
    op.execute(over.values(open_from=_tables.c.ended))
    first_of_two = _tables.c.spec.like('%"duplicate":true%') & _tables.c.deal_of.is_(None)
    no_rematch = over.where(first_of_two, _tables.c.next.is_(None))
    op.execute(no_rematch.values(open_from=_tables.c.ended + _DAY))
    # With the second of two games, whose column stays empty until it is over.
    second = _tables.alias("second")
    same_deal = sa.select(second.c.open_from).where(second.c.deal_of == _tables.c.id)
    op.execute(over.where(same_deal.exists()).values(open_from=same_deal.scalar_subquery()))


def downgrade() -> None:
    op.drop_column("tables", "open_from")
