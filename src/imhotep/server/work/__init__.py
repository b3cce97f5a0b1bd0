"""What is done beside answering: bots' moves, analyses, hints, mails and webhooks."""
